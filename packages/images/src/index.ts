export * from './raster.ts'
