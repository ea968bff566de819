import { useState } from 'react'
import { makeBranchOrders } from '../../../../contract/branch-orders.ts'
import { getClientAccount } from '../../../../contract/client-account.ts'
import { lastDelivery, myOrders } from '../../../../contract/orders.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { dropDraft, keepDraft, keptDraft, useKeptLater } from '../../../lib/draft.ts'
import { newKey } from '../../../lib/random-key.ts'
import { Link } from '../../../lib/router.tsx'
import { paths } from '../../../paths.ts'
import type { CartOwner } from '../../../shop/book/device-store.ts'
import { ChooseClientFirst } from '../../../shop/ChooseClientFirst.tsx'
import { useCartOwner } from '../../../shop/cart.ts'
import { useOnBehalf } from '../../../shop/chosen-client.ts'
import { useStepFocus } from '../../../shop/sheets/use-step-focus.ts'
import { BranchReviewForm } from './BranchReviewForm.tsx'
import { type BranchOrder, type BranchPlan, bodyOf, NO_PLAN, planOf, refusedOf, withRefused } from './branch-plan.ts'
import { ChooseBranchSheet } from './ChooseBranchSheet.tsx'
import { MadeOrders } from './MadeOrders.tsx'

const TITLE = 'Pedido por sucursales'

/** One sheet of articles by branches becomes an order for each branch; for staff, of the chosen client (R379). */
export function BranchOrdersPage() {
  const { missing } = useOnBehalf()
  const owner = useCartOwner()
  return missing ? <ChooseClientFirst title={TITLE} /> : <BranchOrders key={owner.clientId} owner={owner} />
}

function BranchOrders({ owner: { userId, clientId } }: { owner: CartOwner }) {
  const name = `sucursales:${userId}:${clientId}`
  const [plan, setPlan] = useState<BranchPlan>(() => keptDraft(name, NO_PLAN))
  const [problem, setProblem] = useState('')
  useKeptLater(plan, (now) => (now.fileName === null ? dropDraft(name) : keepDraft(name, now)))
  useStepFocus(plan.fileName === null ? 'choose' : plan.made === null ? 'review' : 'result')

  const send = useAction(
    async (orders: readonly BranchOrder[]) => {
      try {
        return await call(makeBranchOrders, {
          body: bodyOf(clientId, plan, orders),
          headers: { 'idempotency-key': plan.key },
        })
      } catch (error) {
        if (error instanceof ApiError) setPlan((now) => withRefused(now, refusedOf(error.details)))
        throw error
      }
    },
    {
      outdates: [myOrders, lastDelivery, getClientAccount],
      onDone: (made) => setPlan((now) => ({ ...now, made, refused: {} })),
      onRefused: ({ message }) => setProblem(message),
    },
  )
  const again = () => {
    setProblem('')
    setPlan(NO_PLAN)
  }
  return (
    <div className="page">
      <div className="page__head">
        <h1>{TITLE}</h1>
        {plan.fileName === null && (
          <Link to={paths.cart} className="button button--plain">
            Volver al carrito
          </Link>
        )}
      </div>
      {plan.fileName === null ? (
        <ChooseBranchSheet
          clientId={clientId}
          onRead={(fileName, review) => setPlan(planOf(fileName, newKey(), review))}
        />
      ) : plan.made !== null ? (
        <MadeOrders plan={plan} made={plan.made} onAgain={again} />
      ) : (
        <BranchReviewForm
          clientId={clientId}
          plan={plan}
          onChange={setPlan}
          problem={problem}
          busy={send.busy}
          onSend={(orders) => {
            setProblem('')
            void send.run(orders)
          }}
          onCancel={again}
        />
      )}
    </div>
  )
}
