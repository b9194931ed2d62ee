import { readFile } from 'node:fs/promises'
import { OperatorError } from '@touchstone/common'
import { given, option, requiredMerchant, requiredOption } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'

export const policy: Noun = {
  name: 'policy',
  description: 'how the risk score is reckoned',
  commands: [
    {
      name: 'show',
      description: 'the policy of the risk score: of everybody, or of one merchant',
      options: [option('--merchant <mchNo>', 'merchant number')],
      run: operatorCommand(
        'policy show',
        ({ merchant }: { merchant?: string }) => given({ mchNo: merchant }),
        (shown) => JSON.stringify(shown.policy, undefined, 2),
      ),
    },
    {
      name: 'set',
      description:
        'what a merchant has otherwise than everybody: a JSON file with those members and a version',
      options: [
        requiredMerchant,
        requiredOption(
          '--file <file>',
          'a JSON file, for example {"version":"acme-1","received":{"decay":0.9}}',
        ),
      ],
      run: operatorCommand(
        'policy set',
        async ({ merchant, file }: { merchant: string; file: string }) => ({
          mchNo: merchant,
          policy: await readJsonFile(file),
        }),
        (set) => `${set.mchNo} is answered by policy ${set.policy.version} from now on.`,
      ),
    },
    {
      name: 'remove',
      description: 'let a merchant have the policy of everybody again',
      options: [requiredMerchant],
      run: operatorCommand(
        'policy remove',
        ({ merchant }: { merchant: string }) => ({ mchNo: merchant }),
        ({ removed }) => (removed ? 'It has the policy of everybody again.' : 'It had no policy of its own.'),
      ),
    },
  ],
}

async function readJsonFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? `it is no JSON: ${cause.message}` : (cause as Error).message
    throw new OperatorError({
      code: 'input.file',
      message: `The file ${file} could not be read: ${reason}.`,
      remedy: 'Give the path of a JSON file.',
      cause,
    })
  }
}
