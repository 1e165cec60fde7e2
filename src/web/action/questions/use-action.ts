import { useEffect, useMemo, useRef, useState } from 'react'
import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import { boundaryFieldOf } from '#actions/fields/presented'
import { liveFieldFeedback, validateAnswers, formWarnings } from '#actions/kit/judge'
import type { ActionForm, ActionResult } from '#contract/kit/form'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { listMentionable } from '#contract/subject/subject'
import { fetchAnswer, refreshAfterAction, submitForm } from '../../api/api.ts'
import { ALREADY_PROPOSED_TEXT, REASON_NEEDED_TEXT } from './messages.ts'
import { parseActionLink } from './open-action.ts'
import { submissionBody, storedFiles, hasNewFiles } from './submission.ts'
import { initialFormState, useDraft } from './use-draft.ts'
import { useForm } from './use-form.ts'
import { usePreview } from './use-rehearsal.ts'

/** Checkboxes that confirm something, ticked, because they do not affect the preview. */
const ticksIn = ({ fields }: Action, shown: Answers): Answers =>
  Object.fromEntries(
    Object.keys(shown).flatMap(name => {
      const field = fields[name]
      return field?.type === 'Checkbox' && field.storage === 'drop' ? [[name, true]] : []
    }),
  )

/** Text about what a proposal needs besides its answers; null if nothing, or if no approval is required. */
const lackingIn = ({ approval }: ActionForm, reason: string): string | null => {
  if (!approval) return null
  if (approval.waiting !== null) return ALREADY_PROPOSED_TEXT
  return reason.trim() === '' ? REASON_NEEDED_TEXT : null
}

/** Stage of a submission. */
type Stage = 'asking' | 'submitting' | 'done'

/** State of one open form of an action: its answers and its submission. */
export const useAction = (action: Action, form: ActionForm, url: string) => {
  const facts = useMemo<ActionFacts>(() => ({ ...form.given, declarations: form.declarations }), [form])
  const place = useMemo(() => parseActionLink({ id: action.name, links: { self: url } }), [action.name, url])
  const [begun] = useState(() => initialFormState(action, form, place, facts))
  const asked = useForm(action, begun.answers, facts)
  const { answers, shown, hasErrors, showErrors } = asked
  const [stage, setStage] = useState<Stage>('asking')
  const key = useRef(crypto.randomUUID())
  const [sending, setSending] = useState<number | null>(null)
  const stopping = useRef<AbortController | null>(null)
  // Closing the form aborts its uploads.
  useEffect(() => () => stopping.current?.abort(), [])
  const warned = useMemo(
    () => formWarnings(action, answers, form.subject, facts),
    [action, answers, form.subject, facts],
  )
  const beside = useMemo(() => liveFieldFeedback(action, answers, facts), [action, answers, facts])
  const binds = form.binds !== null
  const ticks = useMemo(() => ticksIn(action, shown), [action, shown])
  const isAllTicks = Object.keys(ticks).length === Object.keys(shown).length
  const givesSite = boundaryFieldOf(action, asked.typed) !== null
  // A site is drawn as soon as its file is chosen; other files are uploaded when the user presses the button.
  const isFileFirst = !givesSite && hasNewFiles(shown)
  const isShownFirst = binds || givesSite
  const readsLists = Object.values(action.fields).some(field => field.columns)
  const rehearsed = usePreview(
    url,
    form.version,
    {
      values: { ...shown, ...ticks },
      isComplete:
        isShownFirst &&
        stage === 'asking' &&
        !isFileFirst &&
        Object.keys(validateAnswers(action, { ...answers, ...ticks }, facts)).length === 0,
      isAtOnce: isAllTicks || (givesSite && hasNewFiles(shown)),
    },
    (sent, said) => {
      if (said.messages.length > 0) return sent
      const filed = storedFiles(sent, said)
      if (Object.keys(filed).length > 0) asked.fill(filed)
      return { ...sent, ...filed }
    },
  )
  const asksFirst = isShownFirst && !rehearsed.isInView
  const [reason, setReason] = useState('')
  const [isReasonAsked, setReasonAsked] = useState(false)
  const lacks = lackingIn(form, reason)
  const draft = useDraft(action, form, place, answers, begun.isHeld)

  const answer = (name: string, value: unknown) => {
    // The server would refuse the same idempotency key with another body, so changed answers get a new key.
    key.current = crypto.randomUUID()
    asked.answer(name, value)
  }

  const submit = async (): Promise<ActionResult | null> => {
    if (hasErrors || lacks !== null || stage !== 'asking') {
      setReasonAsked(true)
      if (hasErrors) showErrors()
      return null
    }
    if (asksFirst && !isFileFirst) {
      // The consequences are previewed before anything is done.
      rehearsed.press()
      return null
    }
    setStage('submitting')
    asked.forgetFailure()
    await draft.stop()
    const body = submissionBody(
      shown,
      form.version,
      asksFirst || undefined,
      form.approval && !asksFirst ? reason.trim() : undefined,
    )
    const stops = new AbortController()
    if (body instanceof FormData) {
      stopping.current = stops
      setSending(0)
    }
    // Once everything is uploaded, aborting would not undo the server's work.
    const onProgress = (part: number) => {
      if (part === 1) stopping.current = null
      setSending(part === 1 ? null : part)
    }
    try {
      const done = await submitForm(url, body, key.current, { signal: stops.signal, onProgress })
      if ('messages' in done) {
        setStage('asking')
        draft.goOn()
        if (done.messages.length > 0) asked.refuse(done.messages)
        else rehearsed.tell({ ...shown, ...ticks }, done)
        return null
      }
      setStage('done')
      refreshAfterAction(done.context)
      return done
    } catch (error) {
      if (!stops.signal.aborted) asked.fail(error)
      setStage('asking')
      draft.goOn()
      return null
    } finally {
      stopping.current = null
      setSending(null)
    }
  }

  return {
    ...asked,
    action,
    form,
    /** The form has nothing but checkboxes. */
    isConfirmation: isAllTicks,
    /** Reason for the proposal, if an approver must decide. */
    proposed: {
      reason,
      message: isReasonAsked && reason.trim() === '' ? FIELD_REQUIRED : undefined,
      say: (said: string) => {
        key.current = crypto.randomUUID()
        setReason(said)
      },
      leave: () => setReasonAsked(true),
    },
    /** Text about what must be done before it can be proposed; null if nothing. */
    lacks,
    warned,
    beside,
    stage,
    /** Fraction of the files that has been uploaded, from 0 to 1; null while none are being uploaded. */
    sending,
    /** Aborts the upload, in which case nothing is done. */
    stopSending: () => stopping.current?.abort(),
    /** Preview of the consequences, if the action is binding or gives a site boundary. */
    rehearsed,
    /** The answers give a site boundary, which is drawn before it is saved. */
    givesSite,
    /** The consequences still have to be shown before the action can be done. */
    asksFirst,
    /** The preview needs uploads or reading of lists, so it waits for the user's request. */
    isFileFirst:
      asksFirst && (isFileFirst || (readsLists && !rehearsed.isAsked && rehearsed.rehearsal === null)),
    begun,
    draft,
    /** Answers entered here and not submitted; null if there is nothing to lose. */
    unsent:
      stage === 'asking' && (asked.isChanged || begun.isHeld) && (draft.isThere || !draft.isSafe)
        ? draft
        : null,
    answer,
    /** Fills in several fields with calculated figures. */
    use: (figures: Answers) => {
      for (const [name, value] of Object.entries(figures)) answer(name, value)
    },
    submit,
    /** Choices of a field that the subject already has. */
    heldFor: (name: string) => form.fields.find(one => one.id === name)?.options ?? undefined,
    /** Finds people who can be mentioned on the subject. */
    findPeople: async (text: string) => {
      const on = { subjectType: action.on, subjectId: String(form.subject.id) }
      return (await fetchAnswer(listMentionable, { query: { ...on, q: text } })).items
    },
  }
}

/** Open form of an action, as its components use it. */
export type OpenActionForm = ReturnType<typeof useAction>
