// Owners of what C libraries hand out.
