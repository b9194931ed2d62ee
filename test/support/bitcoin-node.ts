import { createServer } from 'node:http'

/**
 * The raw JSON of a result, which preserves number formats. Undefined represents Bitcoin Core's "not found"
 * error (-5 or -8).
 */
export type BitcoinAnswers = (method: string, params: unknown[]) => string | undefined

export type BitcoinNode = { url: string; methods: string[]; stop(): Promise<void> }

/** Starts a server that responds like Bitcoin Core, which sends errors with HTTP 500. */
export async function startBitcoinNode(answers: BitcoinAnswers): Promise<BitcoinNode> {
  const methods: string[] = []
  const answer = (question: { id: unknown; method: string; params: unknown[] }) => {
    methods.push(question.method)
    const result = answers(question.method, question.params)
    if (result !== undefined) return `{"result":${result},"error":null,"id":${JSON.stringify(question.id)}}`
    const code = question.method === 'getblockhash' ? -8 : -5
    return `{"result":null,"error":{"code":${code},"message":"not found"},"id":${JSON.stringify(question.id)}}`
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const questions = JSON.parse(body)
    const text = Array.isArray(questions) ? `[${questions.map(answer).join(',')}]` : answer(questions)
    const failed = !Array.isArray(questions) && text.startsWith('{"result":null')
    response.writeHead(failed ? 500 : 200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    methods,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type MadeTransaction = {
  txid: string
  /** The outputs that the transaction spends. Empty for a coinbase transaction. */
  spends: { txid: string; vout: number; value: string; script: string; address?: string }[]
  outputs: { value: string; script: string; address?: string }[]
}

/** A chain that a test builds. Its node returns the spent output with each input. */
export function createBitcoinChain() {
  let salt = 0
  const blocks: { hash: string; text: string }[] = []
  const output = ({ value, script, address }: MadeTransaction['outputs'][number], n: number) =>
    `{"n":${n},"value":${value},"scriptPubKey":${JSON.stringify({ hex: script, ...(address && { address }) })}}`
  const input = (spent: MadeTransaction['spends'][number]) =>
    `{"txid":"${spent.txid}","vout":${spent.vout},"prevout":${output(spent, spent.vout)}}`
  return {
    get height() {
      return blocks.length - 1
    },
    mine(transactions: MadeTransaction[]) {
      const height = blocks.length
      const hash = (++salt).toString(16).padStart(64, 'b')
      const previous = blocks.at(-1)
      const tx = transactions.map(
        ({ txid, spends, outputs }) =>
          `{"txid":"${txid}","vin":[${spends.length === 0 ? '{"coinbase":"00"}' : spends.map(input)}],"vout":[${outputs.map(output)}]}`,
      )
      const link = previous ? `"previousblockhash":"${previous.hash}",` : ''
      blocks.push({
        hash,
        text: `{"hash":"${hash}","height":${height},${link}"time":${1_700_000_000 + height * 600},"tx":[${tx}]}`,
      })
    },
    /** Removes the newest blocks of the chain. */
    drop(count: number) {
      blocks.splice(blocks.length - count)
    },
    answers: ((method, params) => {
      if (method === 'getblockcount') return String(blocks.length - 1)
      const block =
        method === 'getblockhash' ? blocks[Number(params[0])] : blocks.find(({ hash }) => hash === params[0])
      if (!block) return undefined
      return method === 'getblockhash' ? JSON.stringify(block.hash) : block.text
    }) satisfies BitcoinAnswers as BitcoinAnswers,
  }
}
