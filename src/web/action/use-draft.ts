import { useEffect, useMemo, useRef, useState } from 'react'
import type { Action, Answers, Facts } from '#actions/kit/action'
import { draftOf, isNothing, withDraft } from '#actions/common/draft'
import { discardDraft } from '#contract/draft'
import type { ActionForm } from '#contract/form'
import { keepDraft, knownUser, send } from '../api.ts'
import { type DraftState, openKeeper } from './draft-keeper.ts'
import { heldAnswers, holdAnswers, letGo } from './held-answers.ts'
import type { OpenAction } from './open-action.ts'

const keyOf = ({ on, id }: OpenAction): string => `${on} ${id}`

/** What a form begins with: the first answers, with those of its draft in their place. */
export const begunWith = (action: Action, form: ActionForm, place: OpenAction, facts: Facts) => {
  const held = heldAnswers(knownUser()?.id ?? '', keyOf(place))
  const draft = held ?? form.draft
  return {
    answers: draft ? withDraft(action, form.values, draft, facts) : form.values,
    isDraft: draft !== null,
    /** They have not even been sent yet. */
    isHeld: held !== null,
    /** The names of files that have to be chosen again, by field. */
    files: draft?.files ?? {},
  }
}

/** Keeps the answers of an open form on the server, for the person who gives them, while they are given. */
export const useDraft = (
  action: Action,
  form: ActionForm,
  place: OpenAction,
  answers: Answers,
  isHeld: boolean,
) => {
  const [state, setState] = useState<DraftState>(
    form.draft ? { kind: 'kept', at: form.draft.at } : { kind: 'none' },
  )
  const [keeper] = useState(() => {
    const whose = knownUser()?.id ?? ''
    const key = keyOf(place)
    const of = { on: place.on, action: place.id }
    return openKeeper(
      {
        save: async (draft, by, isLeaving) => {
          const { at } = await keepDraft({ ...of, ...draft, ...by, version: form.version }, isLeaving)
          letGo(key)
          return at
        },
        drop: async () => {
          letGo(key)
          await send(discardDraft, { query: of })
        },
        tell: setState,
        hold: draft => holdAnswers(whose, key, draft),
      },
      form.draft,
    )
  })
  const draft = useMemo(
    () => draftOf(action.fields, form.values, answers),
    [action.fields, form.values, answers],
  )
  const isFirst = useRef(!isHeld)
  useEffect(() => {
    if (!isFirst.current) keeper.note(draft)
    isFirst.current = false
  }, [keeper, draft])
  useEffect(() => {
    const leave = () => void keeper.flush(true)
    const hide = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      void keeper.flush()
    }
  }, [keeper])
  return {
    state,
    /** Is there anything in it? */
    isThere: !isNothing(draft),
    /** Is all of it kept, or about to be? */
    isSafe: state.kind !== 'failed' && state.kind !== 'elsewhere',
    /** The names of files that only this window has. */
    picked: Object.values(draft.files),
    stop: keeper.stop,
    goOn: keeper.goOn,
    discard: keeper.discard,
    insist: () => void keeper.insist(draft),
  }
}
