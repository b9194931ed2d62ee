/** What the process of the development chain tells the one that started it. */
export type NodeMessage = { notice: string } | { url: string }
