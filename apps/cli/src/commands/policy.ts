import { given, option, requiredMerchant, requiredOption } from '../options.ts'
import { readJsonFile } from '../read-json-file.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'

export const policy: Noun = {
  name: 'policy',
  description: 'the policy for the risk score',
  commands: [
    {
      name: 'show',
      description: 'show the default policy, or the policy of a merchant',
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
        'override parts of a merchant’s policy with a JSON file that contains those parts and a version',
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
        (set) => `Merchant ${set.mchNo} now uses policy ${set.policy.version}.`,
      ),
    },
    {
      name: 'remove',
      description: 'restore the default policy for a merchant',
      options: [requiredMerchant],
      run: operatorCommand(
        'policy remove',
        ({ merchant }: { merchant: string }) => ({ mchNo: merchant }),
        ({ removed }) =>
          removed
            ? 'The merchant now uses the default policy.'
            : 'The merchant already uses the default policy.',
      ),
    },
  ],
}
