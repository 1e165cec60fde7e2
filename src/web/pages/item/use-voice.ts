import { useUser } from '../../api.ts'
import type { Named } from '#domain/wire/general'
import { voiceOf, YOU, type Voice } from './result-sentences.ts'

/** Speaks to the owner as "you", and of the owner to everybody else. */
export const useVoice = (owner: Named): Voice =>
  useUser().data?.organisation?.id === owner.id ? YOU : voiceOf(owner.name)
