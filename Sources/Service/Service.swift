// The process: settings, wiring, workers, drain.
