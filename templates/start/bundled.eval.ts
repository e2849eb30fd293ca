import 'holdfast/suites/suite-name'
