import { runMeasurements } from './run-measurements.mjs'

await runMeasurements('eval')
