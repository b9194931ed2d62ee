import {
  argument,
  given,
  option,
  requiredMerchant,
  requiredOption,
  wholeNumber,
  yesOrNo,
} from '../options.ts'
import { readJsonFile } from '../read-json-file.ts'
import { type Noun, operatorCommand } from '../sub-command.ts'
import { card, table } from '../table.ts'

const decisions = ['allow', 'hold', 'block'] as const
type Decision = (typeof decisions)[number]

const moment = (seconds: number) => new Date(seconds * 1000).toISOString()

export const transfer: Noun = {
  name: 'transfer',
  description: 'transfers of merchants’ customers, and the decisions on them',
  commands: [
    {
      name: 'list',
      description: 'list a merchant’s transfers, oldest first, 50 at a time',
      options: [
        requiredMerchant,
        option('--decision <decision>', 'only transfers with this decision', { choices: decisions }),
        option('--cursor <next>', 'continue after the previous page'),
      ],
      run: operatorCommand(
        'transfer list',
        ({ merchant, decision, cursor }: { merchant: string; decision?: Decision; cursor?: string }) => ({
          mchNo: merchant,
          ...given({ decision, cursor }),
        }),
        ({ transfer_list, next }) =>
          [
            table(
              [
                'Reference',
                'Customer',
                'Time',
                'Direction',
                'Amount',
                'Coin',
                'USD',
                'Score',
                'Decision',
                'By',
              ],
              transfer_list.map((one) => [
                one.reference,
                one.customer,
                moment(one.time),
                one.direction,
                one.amount,
                one.coin,
                one.amount_usd,
                one.score,
                one.decision,
                one.decided_by,
              ]),
            ),
            ...(next === '' ? [] : ['', `Continue with --cursor ${next}.`]),
          ].join('\n'),
      ),
    },
    {
      name: 'show',
      description: 'show a transfer with every decision on it, as it was made',
      arguments: [argument('<reference>', 'the merchant’s reference of the transfer')],
      options: [requiredMerchant],
      run: operatorCommand(
        'transfer show',
        (reference: string, { merchant }: { merchant: string }) => ({ mchNo: merchant, reference }),
        ({ transfer: one, decisions: made }) =>
          [
            card([
              ['Reference', one.reference],
              ['Customer', one.customer],
              ['Direction', one.direction],
              ['Amount', `${one.amount} ${one.coin}`],
              ['USD', one.amount_usd],
              ['Address', one.address],
              ['Transaction', one.txid],
              ['Score', `${one.score}, ${one.risk_level}`],
              ['Coverage', one.coverage.state],
              ['Decision', one.decision],
              ['Decided by', one.decided_by],
            ]),
            '',
            table(
              ['Decided at', 'Decision', 'By', 'Score', 'Rules', 'Policy', 'Note'],
              made.map(({ at, decision, by, score, rules, model, note }) => [
                moment(at),
                decision,
                by,
                score,
                rules.flatMap(({ name, decided }) => (decided ? [name] : [])).join(', '),
                model.policy_version,
                note,
              ]),
            ),
            '',
            ...one.rules.flatMap(({ text, values }) => [text, ...values.map((value) => `  ${value.text}`)]),
          ].join('\n'),
      ),
    },
    {
      name: 'decide',
      description: 'decide on a transfer, with a note',
      arguments: [argument('<reference>', 'the merchant’s reference of the transfer')],
      options: [
        requiredMerchant,
        requiredOption('--decision <decision>', 'the decision', { choices: decisions }),
        requiredOption('--note <text>', 'the reason'),
      ],
      run: operatorCommand(
        'transfer decide',
        (
          reference: string,
          { merchant, decision, note }: { merchant: string; decision: Decision; note: string },
        ) => ({ mchNo: merchant, reference, decision, note }),
        ({ decision }) => `The decision on the transfer is now: ${decision}.`,
      ),
    },
    {
      name: 'rule',
      description: 'show or change whether two signed-in members must agree on a merchant’s decisions',
      arguments: [argument('<mchNo>', 'merchant number')],
      options: [
        option('--two-people <yes|no>', 'require two members to make the same decision', { parse: yesOrNo }),
      ],
      run: operatorCommand(
        'transfer rule',
        (mchNo: string, { twoPeople }: { twoPeople?: boolean }) => ({
          mchNo,
          ...given({ byTwo: twoPeople }),
        }),
        (rule) =>
          card([
            ['Merchant', rule.mchNo],
            ['Two people decide', rule.byTwo],
          ]),
      ),
    },
  ],
}

const last = option('--last <n>', 'number of the newest transfers to test, up to 10000', {
  parse: wholeNumber,
  defaultValue: 1000,
})

export const rule: Noun = {
  name: 'rule',
  description: 'the rules that decide on transfers of merchants’ customers',
  commands: [
    {
      name: 'list',
      description: 'list a merchant’s rules as sentences, with their effect on the newest transfers',
      options: [requiredMerchant, last],
      run: operatorCommand(
        'rule list',
        ({ merchant, last }: { merchant: string; last: number }) => ({ mchNo: merchant, last }),
        (rules) =>
          table(
            ['Rule', 'Priority', 'Shadow', 'Applied', 'Decided', 'Text'],
            rules.map(({ name, priority, shadow, applied, decided, text }) => [
              ...[name, priority, shadow === true, applied, decided, text],
            ]),
          ),
      ),
    },
    {
      name: 'test',
      description: 'apply rules from a file to the newest transfers, without changing anything',
      options: [
        requiredMerchant,
        requiredOption('--file <file>', 'a JSON file with a list of rules, as in a policy’s member rules'),
        last,
      ],
      run: operatorCommand(
        'rule test',
        async ({ merchant, file, last }: { merchant: string; file: string; last: number }) => ({
          ...{ mchNo: merchant, last },
          rules: await readJsonFile(file),
        }),
        ({ transfers, before, after, rules }) =>
          [
            `Tested ${transfers} transfers.`,
            '',
            table(
              ['', 'Allow', 'Hold', 'Block'],
              [
                ['Rules in force', before.allow, before.hold, before.block],
                ['Tested rules', after.allow, after.hold, after.block],
              ],
            ),
            '',
            table(
              ['Rule', 'Shadow', 'Applied', 'Decided'],
              rules.map(({ name, shadow, applied, decided }) => [name, shadow, applied, decided]),
            ),
          ].join('\n'),
      ),
    },
  ],
}
