// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Dates in UTC as readable numbers: 20260131.
library CalendarDay {
    /// @notice The date of a Unix timestamp, as YYYYMMDD.
    function fromTimestamp(uint256 timestamp) internal pure returns (uint256) {
        // Years start in March here, so that the leap day is the last day of its year. 719468 is the number of days
        // from 1 March of year 0 to the epoch; 146097 days are 400 years.
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

    /// @notice Whether `day` (YYYYMMDD) is yesterday, today or tomorrow at the timestamp.
    function isWithinADay(uint256 day, uint256 timestamp) internal pure returns (bool) {
        return
            day == fromTimestamp(timestamp) ||
            day == fromTimestamp(timestamp - 1 days) ||
            day == fromTimestamp(timestamp + 1 days);
    }
}
