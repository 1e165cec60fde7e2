import { useUser } from '../../api/api.ts'
import type { IdAndName } from '#contract/kit/values'
import { thirdPersonGrammar, SECOND_PERSON, type GrammaticalPerson } from './result-sentences.ts'

/** Chooses "you" for the owner and the owner's name for other readers. */
export const useGrammaticalPerson = (owner: IdAndName): GrammaticalPerson =>
  useUser().data?.organisation?.id === owner.id ? SECOND_PERSON : thirdPersonGrammar(owner.name)
