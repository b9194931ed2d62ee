export function buildWidget(settings?: { endpoint?: string; outDir?: string }): Promise<void>
