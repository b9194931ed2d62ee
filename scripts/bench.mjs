import { runMeasurements } from './run-measurements.mjs'

await runMeasurements('bench')
