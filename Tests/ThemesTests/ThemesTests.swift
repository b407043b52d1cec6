// The tests of this folder's target.
