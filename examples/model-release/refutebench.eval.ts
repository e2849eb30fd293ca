import 'holdfast/suites/refutebench'
