import { useRef, useState } from 'react'
import type { Answers, Draft, ActionFacts, AcceptedValues } from '#actions/kit/action'
import type { Fields } from '#actions/kit/fields'
import { toStoredAnswers, type FormRules } from '#actions/kit/judge'
import { useForm } from '../action/questions/use-form.ts'

/**
 * Target of the answers, without its types: the output of `toStoredAnswers` for these fields is what the endpoint
 * takes for them.
 */
interface Erased {
  send(body: Answers): Promise<unknown>
}

const NOTHING_KNOWN: ActionFacts = { today: '', actorIsOperator: false }

/** State of an account form, which is not an action: its answers, and their submission to the endpoint. */
export const useAccountForm = <F extends Fields>(
  definition: Pick<FormRules, 'check'> & { fields: F },
  options: { first?: Draft<F>; send(body: AcceptedValues<F, never>): Promise<unknown> },
) => {
  const receiver: Erased = options
  const form = useForm(definition, options.first ?? {}, NOTHING_KNOWN)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  /** Submits the answers. Returns the names of the fields with errors. */
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
      await receiver.send(toStoredAnswers(definition.fields, form.answers))
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

/** Open account form, as its components use it. */
export type AccountFormState = ReturnType<typeof useAccountForm>
