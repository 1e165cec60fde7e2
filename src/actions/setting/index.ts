import { changeBrand } from './change-brand.ts'
import { declarationActions } from './declaration.ts'
import { lpaActions, ncaActions, subcatchmentActions } from './places.ts'
import { projectTypeActions } from './project-type.ts'
import { setNcaOutlines, setSubcatchmentOutlines } from './set-outlines.ts'
import { standardActions } from './standard.ts'

/** What can be done with the brand. */
export const brandActions = [changeBrand]

/** What can be done with the settings, list by list. */
export const settingRooms = {
  projectType: projectTypeActions,
  standard: standardActions,
  nca: { ...ncaActions, list: [...ncaActions.list, setNcaOutlines] },
  lpa: lpaActions,
  subcatchment: { ...subcatchmentActions, list: [...subcatchmentActions.list, setSubcatchmentOutlines] },
  declaration: declarationActions,
}
