/**
 * The number of cases of a property test that needs many: a tenth of `all`, or all of them when TEST_CASES is 'all', as before a
 * release. Properties without a number run fast-check's hundred each time, which costs milliseconds.
 */
export const cases = (all: number): number => (process.env.TEST_CASES === 'all' ? all : Math.ceil(all / 10))
