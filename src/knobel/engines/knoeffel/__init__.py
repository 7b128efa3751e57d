"""What positions of Knöffel are worth."""
