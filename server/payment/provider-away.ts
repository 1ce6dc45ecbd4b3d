/** The provider can't be asked now: whoever asked tries again later. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}
