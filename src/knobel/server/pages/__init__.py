"""The pages that the server delivers, and their previews in messengers."""
