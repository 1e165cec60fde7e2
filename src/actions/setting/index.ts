import { changeBrand } from './change-brand.ts'
import { declarationActions } from './declaration.ts'
import { lpaActions, ncaActions, subcatchmentActions } from './places.ts'
import { projectTypeActions } from './project-type.ts'
import { standardActions } from './standard.ts'

/** What can be done with the brand. */
export const brandActions = [changeBrand]

/** What can be done with the settings, list by list. */
export const settingRooms = {
  projectType: projectTypeActions,
  standard: standardActions,
  nca: ncaActions,
  lpa: lpaActions,
  subcatchment: subcatchmentActions,
  declaration: declarationActions,
}
