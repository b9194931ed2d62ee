// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Days of the Gregorian calendar in UTC as numbers that a person can read: 20260131.
library CalendarDay {
    /// @notice The day of a second of the Unix epoch, as YYYYMMDD.
    function fromTimestamp(uint256 timestamp) internal pure returns (uint256) {
        // Years begin in March here, so that the leap day is the last of its year; 719468 days lie between the first of
        // March of the year 0 and the epoch, 146097 days are 400 years.
        unchecked {
            uint256 day = timestamp / 1 days + 719468;
            uint256 era = day / 146097;
            uint256 dayOfEra = day % 146097;
            uint256 yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
            uint256 dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
            uint256 monthFromMarch = (5 * dayOfYear + 2) / 153;
            uint256 dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
            uint256 month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
            uint256 year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
            return year * 10000 + month * 100 + dayOfMonth;
        }
    }

    /// @notice Whether `day` (YYYYMMDD) is yesterday, today or tomorrow at that second.
    function isWithinADay(uint256 day, uint256 timestamp) internal pure returns (bool) {
        return
            day == fromTimestamp(timestamp) ||
            day == fromTimestamp(timestamp - 1 days) ||
            day == fromTimestamp(timestamp + 1 days);
    }
}
