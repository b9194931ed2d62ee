export type WidgetOptions = {
  /** 'zkKYC': the full KYC flow; 'MeID': the human-uniqueness (liveness) flow. */
  lv: 'MeID' | 'zkKYC'
  /** Default 'auto'. Must match the colour mode that the program has in the dashboard. */
  theme?: 'auto' | 'light' | 'dark'
  /** Origin of the verification page. Without it the one that the package was built for. */
  endpoint?: string
  /** Where the grant of a KYC is checked, when that is another host than `endpoint`. */
  kycApiEndpoint?: string
  /** Where the binding of a MeID is checked, when that is another host than `endpoint`. */
  meidApiEndpoint?: string
  /** Twelve digits. Without it the merchant's first program. */
  programNo?: string
  /** How the user logs in; 'wallet' with lv 'MeID' only. */
  mode?: 'email' | 'wallet'
  locale?: 'en' | 'zh-hk'
  /** Let the wallet that is named prove, by a signature, that it is the user's. */
  checkAddress?: boolean
  /** Shows the widget inside of this element (or the first that this selector finds), not over the page. */
  rootContainer?: HTMLElement | string
  /** A token that is at hand already. Later ones are asked of the provider. */
  accessToken?: string
  /** 1 speaks the first protocol alone, as older frames need: the token option then travels in the address. */
  protocol?: 1
}
