"""Documents for people who must sign for a game: PAR sheets and plots, made from the odds and from nothing else."""
