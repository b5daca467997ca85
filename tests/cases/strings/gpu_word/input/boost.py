import catboost

model = catboost.CatBoostClassifier(task_type="GPU")
