import app
from app import clear as c

c()
app.clear()
x.to(app.KIND)
