import { useRef, useState } from 'react'
import type { Answers, Draft, Facts, Values } from '#actions/kit/action'
import type { Fields } from '#actions/kit/fields'
import { savedOf, type Asking } from '#actions/kit/judge'
import { useForm } from '../action/use-form.ts'

/** Where the answers go, their types erased: what `savedOf` makes of answers to these fields is what these fields save. */
interface Erased {
  send(body: Answers): Promise<unknown>
}

const NOTHING_KNOWN: Facts = { today: '', actorIsOperator: false }

/** The state of a form about an account, which is no action: its answers, and their sending to where it belongs. */
export const useAccountForm = <F extends Fields>(
  definition: Pick<Asking, 'check'> & { fields: F },
  options: { first?: Draft<F>; send(body: Values<F, never>): Promise<unknown> },
) => {
  const receiver: Erased = options
  const form = useForm(definition, options.first ?? {}, NOTHING_KNOWN)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  /** Sends the answers, and says which of them are wrong. */
  const submit = async (): Promise<readonly string[]> => {
    if (form.hasErrors) {
      form.setShowsAll(true)
      return Object.keys(form.messages)
    }
    if (isSending.current) return []
    isSending.current = true
    setBusy(true)
    form.forgetFailure()
    try {
      await receiver.send(savedOf(definition.fields, form.answers))
      return []
    } catch (error) {
      return form.fail(error)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  return { ...form, isBusy, submit }
}

/** One such form, as its parts see it. */
export type OpenAccountForm = ReturnType<typeof useAccountForm>
