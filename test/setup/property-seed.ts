import { configureGlobal, readConfigureGlobal } from 'fast-check';

/**
 * Property tests draw the same inputs in every run, so that what passes here passes there. PLINTH_PROPERTY_SEED
 * draws others: any whole number, or `random`.
 */
const chosen = process.env.PLINTH_PROPERTY_SEED ?? '20261122';
if (chosen !== 'random') configureGlobal({ ...readConfigureGlobal(), seed: Number(chosen) });
