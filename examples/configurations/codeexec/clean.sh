rm -rf data
