import { useEffect, useMemo, useRef, useState } from 'react'
import type { Action, Answers, ActionFacts } from '#actions/kit/action'
import { diffFromInitial, isEmptyDraft, applyDraft, type DraftAnswers } from '#actions/common/draft'
import { discardDraft } from '#contract/desk/draft'
import type { ActionForm } from '#contract/kit/form'
import { keepDraft, cachedUser, sendRequest } from '../../api/api.ts'
import { openDraftSaver, type DraftState } from './draft-keeper.ts'
import type { OpenAction } from './open-action.ts'

/**
 * Answers that the server refused because the session had ended, until the same person opens the form again.
 * They are only in the memory of the page and are never given to another person who signs in there.
 */
let lastHeld: { whose: string; url: string; answers: DraftAnswers } | null = null

/** Holds the last answers of a form for the person who gave them. */
const holdAnswers = (whose: string, url: string, answers: DraftAnswers): void => {
  lastHeld = { whose, url, answers }
}

/** Answers held for a form if they are this person's; those of another person are dropped. */
const heldAnswers = (whose: string, url: string): DraftAnswers | null => {
  if (lastHeld?.whose !== whose) lastHeld = null
  return lastHeld?.url === url ? lastHeld.answers : null
}

/** Drops held answers that have been saved or are no longer wanted. */
const letGo = (url: string): void => {
  if (lastHeld?.url === url) lastHeld = null
}

const keyOf = ({ on, id }: OpenAction): string => `${on} ${id}`

/** Initial state of a form: the initial answers, replaced by those of its draft. */
export const initialFormState = (action: Action, form: ActionForm, place: OpenAction, facts: ActionFacts) => {
  const held = heldAnswers(cachedUser()?.id ?? '', keyOf(place))
  const draft = held ?? form.draft
  return {
    answers: draft ? applyDraft(action, form.values, draft, facts) : form.values,
    isDraft: draft !== null,
    /** The answers have not been saved yet. */
    isHeld: held !== null,
    /** Names of files that have to be chosen again, by field. */
    files: draft?.files ?? {},
  }
}

/** Saves the answers of an open form on the server while a person fills it in. */
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
    const whose = cachedUser()?.id ?? ''
    const key = keyOf(place)
    const of = { on: place.on, action: place.id }
    return openDraftSaver(
      {
        save: async (draft, by, isLeaving) => {
          const { at } = await keepDraft({ ...of, ...draft, ...by, version: form.version }, isLeaving)
          letGo(key)
          return at
        },
        drop: async () => {
          letGo(key)
          await sendRequest(discardDraft, { query: of })
        },
        tell: setState,
        hold: draft => holdAnswers(whose, key, draft),
      },
      form.draft,
    )
  })
  const draft = useMemo(
    () => diffFromInitial(action.fields, form.values, answers),
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
    /** The draft is not empty. */
    isThere: !isEmptyDraft(draft),
    /** Everything is saved or about to be. */
    isSafe: state.kind !== 'failed' && state.kind !== 'elsewhere',
    /** Names of files that only this window has. */
    picked: Object.values(draft.files),
    stop: keeper.stop,
    goOn: keeper.goOn,
    discard: keeper.discard,
    insist: () => void keeper.insist(draft),
  }
}
