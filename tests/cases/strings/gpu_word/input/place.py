import ray

bundles = [{"GPU": 1}]
