import fc from 'fast-check'

/*
 * Every run of the tests plays the same random cases, so that a change alone decides whether they pass.
 * `PROPERTY_SEED=random` plays others; a failure prints its seed, and `PROPERTY_SEED=…` plays that one again.
 */
const { PROPERTY_SEED = '1' } = process.env
if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED) })
