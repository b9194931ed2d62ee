import { argument, given, option, yesOrNo } from '../options.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card } from '../table.ts'

export const cases: Noun = {
  name: 'case',
  description: 'the cases of a merchant’s compliance members',
  commands: [
    {
      name: 'rule',
      description: 'show or change whether two members have to close a merchant’s cases',
      arguments: [argument('<mchNo>', 'merchant number')],
      options: [option('--two-people <yes|no>', 'require a second member to agree', { parse: yesOrNo })],
      run: operatorCommand(
        'case rule',
        (mchNo: string, options: { twoPeople?: boolean }) => ({
          mchNo,
          ...given({ byTwo: options.twoPeople }),
        }),
        ({ mchNo, byTwo }) =>
          card([
            ['Merchant', mchNo],
            ['Two people close', byTwo],
          ]),
      ),
    },
  ],
}
