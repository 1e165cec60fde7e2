import { useUser } from '../../api/api.ts'
import type { IdAndName } from '#contract/kit/values'
import { thirdPersonGrammar, SECOND_PERSON, type GrammaticalPerson } from './result-sentences.ts'

/** Says whether the reader belongs to this organisation, whose pages are short: what it does not need every day is folded. */
export const useIsOwn = (owner: IdAndName | undefined): boolean => {
  const own = useUser().data?.organisation?.id
  return own !== undefined && own === owner?.id
}

/** Chooses "you" for the owner and the owner's name for other readers. */
export const useGrammaticalPerson = (owner: IdAndName): GrammaticalPerson =>
  useIsOwn(owner) ? SECOND_PERSON : thirdPersonGrammar(owner.name)
