!pip install x \
  y
%time z = f()
a = !ls
%%bash
echo
b?
