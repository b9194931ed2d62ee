pragma circom 2.1.6;

include "credential.circom";

// Circuit 2: old enough, of an admitted citizenship, in an admitted place, with a document that has not expired, found on no
// sanction list within so many years.
template Kyc() {
    signal input issuerKey;
    signal input merchant;
    signal input program;
    signal input wallet;
    signal input chain;
    signal input today;
    signal input questions;
    signal input challenge;

    signal input secret;
    signal input issuerId;
    signal input credentialId;
    signal input validUntil;
    signal input performed;
    signal input required;
    signal input issuerX;
    signal input issuerY;
    signal input signatureX;
    signal input signatureY;
    signal input signatureS;

    signal input birthDate;
    signal input citizenship;
    signal input documentExpiry;
    signal input residence;
    signal input location;
    signal input residenceUntil;
    signal input sanctionResult;
    signal input sanctionDate;
    signal input accreditation;
    signal input accreditedUntil;
    signal input minimumAge;
    signal input citizenshipSet;
    signal input locationSet;
    signal input sanctionYears;

    signal output nullifier;
    signal output revocationHandle;

    // The tag has the schema, too: questions of another schema have another hash.
    component asked = Poseidon(6);
    asked.inputs[0] <== 22;
    asked.inputs[1] <== required;
    asked.inputs[2] <== minimumAge;
    asked.inputs[3] <== citizenshipSet;
    asked.inputs[4] <== locationSet;
    asked.inputs[5] <== sanctionYears;
    questions === asked.out;

    component identityGroup = Poseidon(3);
    identityGroup.inputs[0] <== birthDate;
    identityGroup.inputs[1] <== citizenship;
    identityGroup.inputs[2] <== documentExpiry;

    component placeGroup = Poseidon(3);
    placeGroup.inputs[0] <== residence;
    placeGroup.inputs[1] <== location;
    placeGroup.inputs[2] <== residenceUntil;

    component standingGroup = Poseidon(4);
    standingGroup.inputs[0] <== sanctionResult;
    standingGroup.inputs[1] <== sanctionDate;
    standingGroup.inputs[2] <== accreditation;
    standingGroup.inputs[3] <== accreditedUntil;

    component birthDay = AssertDate();
    birthDay.date <== birthDate;
    component ageBits = Num2Bits(8);
    ageBits.in <== minimumAge;
    // Of two dates YYYYMMDD, ten thousand are a year: exact on the birthday (born on 29 February: from 1 March).
    component oldEnough = LessEqThan(28);
    oldEnough.in[0] <== birthDate + 10000 * minimumAge;
    oldEnough.in[1] <== today;
    // Zero is "not asked": then the product is zero whatever the comparison says.
    minimumAge * (1 - oldEnough.out) === 0;

    component citizenOf = AssertInSet();
    citizenOf.set <== citizenshipSet;
    citizenOf.index <== citizenship;
    component locatedIn = AssertInSet();
    locatedIn.set <== locationSet;
    locatedIn.index <== location;

    component expiryDay = AssertDate();
    expiryDay.date <== documentExpiry;
    component documentValid = AssertNotAfter(27);
    documentValid.from <== today;
    documentValid.to <== documentExpiry;

    component sanctionDay = AssertDate();
    sanctionDay.date <== sanctionDate;
    component yearsBits = Num2Bits(8);
    yearsBits.in <== sanctionYears;
    component freshEnough = LessEqThan(28);
    freshEnough.in[0] <== today;
    freshEnough.in[1] <== sanctionDate + 10000 * sanctionYears;
    sanctionYears * (1 - freshEnough.out) === 0;
    // One is "clear".
    sanctionYears * (sanctionResult - 1) === 0;

    // Whatever is asked: a document (1) and liveness (2).
    component credential = Credential(2, 3);
    credential.issuerKey <== issuerKey;
    credential.merchant <== merchant;
    credential.program <== program;
    credential.wallet <== wallet;
    credential.chain <== chain;
    credential.today <== today;
    credential.challenge <== challenge;
    credential.secret <== secret;
    credential.performed <== performed;
    credential.required <== required;
    credential.issuerId <== issuerId;
    credential.credentialId <== credentialId;
    credential.validUntil <== validUntil;
    credential.identity <== identityGroup.out;
    credential.place <== placeGroup.out;
    credential.standing <== standingGroup.out;
    credential.issuerX <== issuerX;
    credential.issuerY <== issuerY;
    credential.signatureX <== signatureX;
    credential.signatureY <== signatureY;
    credential.signatureS <== signatureS;
    nullifier <== credential.nullifier;
    revocationHandle <== credential.revocationHandle;
}

component main {public [issuerKey, merchant, program, wallet, chain, today, questions, challenge]} = Kyc();
