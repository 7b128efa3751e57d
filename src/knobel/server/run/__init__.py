"""Starting the server: application, processes, workers, administration socket."""
