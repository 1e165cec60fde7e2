import { useUser } from '../../api.ts'
import type { Named } from '#contract/values'
import { thirdPerson, YOU, type GrammaticalPerson } from './result-sentences.ts'

/** Speaks to the owner as "you", and of the owner to everybody else. */
export const useGrammaticalPerson = (owner: Named): GrammaticalPerson =>
  useUser().data?.organisation?.id === owner.id ? YOU : thirdPerson(owner.name)
