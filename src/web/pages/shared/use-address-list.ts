import type { Listed, ListQueryOf } from '#contract/noun'
import { useList } from '../../api.ts'
import { useListWords } from '../../parts/list-address.ts'

/** A list as the address asks for it, with what is `fixed` whatever stands there. */
export const useAddressList = <N extends Listed>(noun: N, fixed: ListQueryOf<N>) =>
  useList(noun, fixed, useListWords(noun))
