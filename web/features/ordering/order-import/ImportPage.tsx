import { useState } from 'react'
import { addressesRefused } from '../../../../contract/order-import.ts'
import { lastDelivery, myOrders } from '../../../../contract/orders.ts'
import { useAction } from '../../../lib/action.ts'
import { newKey } from '../../../lib/random-key.ts'
import { useUser } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toast.ts'
import { useStepFocus } from '../../../shop/sheets/use-step-focus.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportResult } from './ImportResult.tsx'
import { type ImportPlan, lacksAddress } from './import-plan.ts'
import { useKeptImport } from './kept-import.ts'
import { sendOrders } from './order-import.api.ts'
import { ReviewForm } from './ReviewForm.tsx'

/** 'Importar pedido' (R202): a spreadsheet is read, reviewed and accepted or cancelled. */
export function ImportPage() {
  const user = useUser()
  const { underWay, choices, setChoices, begin, finish, drop } = useKeptImport(user.id)
  const [problem, setProblem] = useState('')
  const step = underWay === null ? 'choose' : underWay.outcomes === null ? 'review' : 'result'
  useStepFocus(step)

  const { run: send, busy } = useAction((plan: ImportPlan) => sendOrders(plan, choices), {
    outdates: [myOrders, lastDelivery],
    onDone: (outcomes, plan) => finish(plan, outcomes),
    onRefused: ({ message }) => {
      setProblem(message)
      showToast('failure', message)
    },
  })
  const accept = () => {
    if (!underWay || busy) return
    const { plan } = underWay
    const lacking = plan.review.orders.findIndex((order, place) => {
      const choice = choices[place]
      return choice !== undefined && lacksAddress(order, choice)
    })
    if (lacking >= 0) {
      setProblem(addressesRefused)
      document.getElementById(`direccion-${lacking}`)?.focus()
      return
    }
    setProblem('')
    void send(plan)
  }
  const leave = () => {
    setProblem('')
    drop()
  }
  return (
    <div className="page">
      <div className="page__head">
        <h1>Importar pedido</h1>
      </div>
      {step === 'choose' && <ChooseFile onRead={(fileName, review) => begin({ fileName, review, key: newKey() })} />}
      {underWay && step === 'review' && (
        <ReviewForm
          plan={underWay.plan}
          choices={choices}
          onChange={setChoices}
          problem={problem}
          busy={busy}
          onAccept={accept}
          onCancel={leave}
        />
      )}
      {underWay?.outcomes && (
        <ImportResult plan={underWay.plan} choices={choices} outcomes={underWay.outcomes} onClose={leave} />
      )}
    </div>
  )
}
