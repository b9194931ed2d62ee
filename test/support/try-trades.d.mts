/** See the script. */
export function tryTrades(files: { picture: string; passiveModel: string; pdf: string }): Promise<unknown>
