import 'holdfast/suites/lifbench'
