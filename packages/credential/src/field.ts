/** The order of BN254's scalar field: signals are numbers below it. */
export const fieldModulus = 21888242871839275222246405745257275088548364400416034343698204186575808495617n
