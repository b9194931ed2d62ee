import { useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Field, Select } from '../../parts/field.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { MissingChoices } from '../../parts/states.tsx'
import { useChange } from '../../session/use-change.ts'
import { useCoins } from '../../session/use-coins.ts'
import { useTexts } from '../../texts/texts.ts'

export function AddWatch() {
  const texts = useTexts()
  const [chosen, setCoin] = useState<string>()
  const { coin, choices, loaded } = useCoins(chosen)
  const [address, setAddress] = useState('')
  const add = useChange<{ coin: string; address: string }>('/watches/add')
  return (
    <form
      className="card filters"
      onSubmit={(event) => {
        event.preventDefault()
        void add.run({ coin, address: address.trim() }).then((added) => added !== undefined && setAddress(''))
      }}
    >
      <Select field="coin" label={texts.risk.coin} value={coin} choices={choices} onValue={setCoin} />
      <Field
        field="address"
        label={texts.risk.address}
        wide
        value={address}
        onValue={setAddress}
        maxLength={256}
        required
        autoComplete="off"
        spellCheck={false}
        className="mono"
      />
      <MissingChoices of={loaded} />
      <div className="form-actions">
        <Button look="primary" icon="bell" running={add.running}>
          {texts.watches.add}
        </Button>
      </div>
      <Refusal error={add.refusal} />
    </form>
  )
}
