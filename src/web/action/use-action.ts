import { useEffect, useMemo, useRef, useState } from 'react'
import type { Action, Answers, Facts } from '#actions/kit/action'
import { siteAskedBy } from '#actions/common/site-asked'
import { besides, judge, warnings } from '#actions/kit/judge'
import type { ActionForm, Done } from '#contract/form'
import { FIELD_REQUIRED } from '#domain/messages'
import { listMentionable } from '#contract/subject'
import { fetchAnswer, refreshAfter, submitForm } from '../api.ts'
import { actionAt } from './open-action.ts'
import { bodyOf, filedOf, hasFreshFiles } from './submission.ts'
import { begunWith, useDraft } from './use-draft.ts'
import { useForm } from './use-form.ts'
import { useRehearsal } from './use-rehearsal.ts'

/** The ticks by which somebody confirms, given: they say nothing of what would come of it. */
const ticksIn = ({ fields }: Action, shown: Answers): Answers =>
  Object.fromEntries(
    Object.keys(shown).flatMap(name => {
      const field = fields[name]
      return field?.type === 'Checkbox' && field.storage === 'drop' ? [[name, true]] : []
    }),
  )

/** What a proposal lacks besides its answers; null where nothing is, and where nobody else has to approve. */
const lackingIn = ({ approval }: ActionForm, reason: string): string | null => {
  if (!approval) return null
  if (approval.waiting !== null) return 'It is proposed already, and waits'
  return reason.trim() === '' ? 'Say why you propose it' : null
}

/** How far a submission has come. */
type Stage = 'asking' | 'submitting' | 'done'

/** The state of one open form of an action: its answers, and its submission. */
export const useAction = (action: Action, form: ActionForm, url: string) => {
  const facts = useMemo<Facts>(() => ({ ...form.given, declarations: form.declarations }), [form])
  const place = useMemo(() => actionAt({ id: action.name, links: { self: url } }), [action.name, url])
  const [begun] = useState(() => begunWith(action, form, place, facts))
  const asked = useForm(action, begun.answers, facts)
  const { answers, shown, hasErrors, showErrors } = asked
  const [stage, setStage] = useState<Stage>('asking')
  const key = useRef(crypto.randomUUID())
  const [sending, setSending] = useState<number | null>(null)
  const stopping = useRef<AbortController | null>(null)
  // A form that is closed sends no more of its files.
  useEffect(() => () => stopping.current?.abort(), [])
  const warned = useMemo(
    () => warnings(action, answers, form.subject, facts),
    [action, answers, form.subject, facts],
  )
  const beside = useMemo(() => besides(action, answers, facts), [action, answers, facts])
  const binds = form.binds !== null
  const ticks = useMemo(() => ticksIn(action, shown), [action, shown])
  const isAllTicks = Object.keys(ticks).length === Object.keys(shown).length
  const givesSite = siteAskedBy(action, asked.typed) !== null
  // A site is drawn as soon as its file is chosen; other files are sent when somebody presses.
  const isFileFirst = !givesSite && hasFreshFiles(shown)
  const isShownFirst = binds || givesSite
  const readsLists = Object.values(action.fields).some(field => field.columns)
  const rehearsed = useRehearsal(
    url,
    form.version,
    {
      values: { ...shown, ...ticks },
      isComplete:
        isShownFirst &&
        stage === 'asking' &&
        !isFileFirst &&
        Object.keys(judge(action, { ...answers, ...ticks }, facts)).length === 0,
      isAtOnce: isAllTicks || (givesSite && hasFreshFiles(shown)),
    },
    (sent, said) => {
      if (said.messages.length > 0) return sent
      const filed = filedOf(sent, said)
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
    // The same key with another body would be refused, so other answers are another submission.
    key.current = crypto.randomUUID()
    asked.answer(name, value)
  }

  const submit = async (): Promise<Done | null> => {
    if (hasErrors || lacks !== null || stage !== 'asking') {
      setReasonAsked(true)
      if (hasErrors) showErrors()
      return null
    }
    if (asksFirst && !isFileFirst) {
      // What would come of it is shown before anything is done.
      rehearsed.press()
      return null
    }
    setStage('submitting')
    asked.forgetFailure()
    await draft.stop()
    const body = bodyOf(
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
    // Once all has been sent, stopping would not undo what the server does with it.
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
      refreshAfter(done.context)
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
    /** Is there nothing but things to tick? */
    isConfirmation: isAllTicks,
    /** Why it is proposed, where a second person must approve it. */
    proposed: {
      reason,
      message: isReasonAsked && reason.trim() === '' ? FIELD_REQUIRED : undefined,
      say: (said: string) => {
        key.current = crypto.randomUUID()
        setReason(said)
      },
      leave: () => setReasonAsked(true),
    },
    /** What is to be done before it can be proposed; null where nothing is. */
    lacks,
    warned,
    beside,
    stage,
    /** Which part of its files has been sent, from 0 to 1; null while none are. */
    sending,
    /** Sends no more of its files: nothing will have been done. */
    stopSending: () => stopping.current?.abort(),
    /** What would come of it, where the action binds or gives a site boundary. */
    rehearsed,
    /** Do the answers give a site boundary, which is drawn before it is saved? */
    givesSite,
    /** Is it still to be shown what would come of it before it is done? */
    asksFirst,
    /** Are files to be sent for that, or lists to be read, which waits to be asked for? */
    isFileFirst:
      asksFirst && (isFileFirst || (readsLists && !rehearsed.isAsked && rehearsed.rehearsal === null)),
    begun,
    draft,
    /** What has been entered here and not submitted, null where there is nothing to lose. */
    unsent:
      stage === 'asking' && (asked.isChanged || begun.isHeld) && (draft.isThere || !draft.isSafe)
        ? draft
        : null,
    answer,
    /** Answers several questions at once, with figures that were worked out. */
    use: (figures: Answers) => {
      for (const [name, value] of Object.entries(figures)) answer(name, value)
    },
    submit,
    /** What the subject holds already of what can be chosen. */
    heldFor: (name: string) => form.fields.find(one => one.id === name)?.options ?? undefined,
    /** Finds who can be mentioned on the subject. */
    findPeople: async (text: string) => {
      const on = { subjectType: action.on, subjectId: String(form.subject.id) }
      return (await fetchAnswer(listMentionable, { query: { ...on, q: text } })).items
    },
  }
}

/** One open form of an action, as its parts see it. */
export type OpenForm = ReturnType<typeof useAction>
